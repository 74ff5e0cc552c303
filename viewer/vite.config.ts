import { defineConfig } from 'vite';

// `npm run dev` serves the sources and sends what concerns the run to a `populace view --port 8000` beside it.
const server = 'http://127.0.0.1:8000';

export default defineConfig({
  base: './',
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 1500, sourcemap: false },
  server: {
    proxy: {
      '/socket': { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
      '/gallery': { target: server, changeOrigin: true },
    },
  },
});
