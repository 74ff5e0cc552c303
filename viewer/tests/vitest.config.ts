import { defineConfig } from 'vitest/config';

// One after the other: each drives a browser, which needs the whole machine. Once more when it fails: live runs go on while the page is slow, and
// how slow it is depends on what else the machine does.
export default defineConfig({
  test: { include: ['tests/*.spec.ts'], fileParallelism: false, testTimeout: 300_000, retry: 1, hookTimeout: 60_000, reporters: ['verbose'] },
});
