import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // ECharts' core is 540 kB in a chunk of its own, which the dashboard alone loads.
    chunkSizeWarningLimit: 600,
  },
})
