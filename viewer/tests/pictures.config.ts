import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['tests/pictures.ts'], testTimeout: 600_000, hookTimeout: 300_000, reporters: ['verbose'] } });
