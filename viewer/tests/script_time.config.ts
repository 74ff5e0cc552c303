import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['tests/script_time.ts'], testTimeout: 600_000, hookTimeout: 300_000, reporters: ['verbose'] } });
