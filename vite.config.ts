import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPage } from './scripts/lib/first-page.mjs'
import { sharedTexts } from './scripts/lib/read-texts.mjs'

export default defineConfig({
  plugins: [sharedTexts, react(), tailwindcss(), firstPage],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // The libraries that every page runs are 610 kB before compression, ECharts' core 540.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Without these two groups a list is 107 files, each a request (ADR 0045).
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: /[\\/](src|machines|domain)[\\/]/, minShareCount: 16 },
          ],
        },
      },
    },
  },
})
