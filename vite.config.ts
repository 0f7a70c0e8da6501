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
    rolldownOptions: {
      output: {
        // Without these two groups a list is 107 files, each a request (ADR 0045).
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: /[\\/](src|machines|domain)[\\/]/, minShareCount: 12 },
          ],
        },
      },
    },
  },
})
