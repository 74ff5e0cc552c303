import { defineConfig } from 'vitest/config';

// One after the other: each drives a browser, which needs the whole machine.
export default defineConfig({
  test: { include: ['tests/*.spec.ts'], fileParallelism: false, testTimeout: 300_000, hookTimeout: 60_000, reporters: ['verbose'] },
});
