import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { consoleTexts } from './scripts/lib/console-texts.mjs'
import { lightHooks } from './scripts/lib/light-hooks.mjs'

export default defineConfig({
  plugins: [react(), tailwindcss(), lightHooks(), consoleTexts()],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // ECharts' core is 540 kB in a chunk of its own, which the dashboard alone loads.
    chunkSizeWarningLimit: 600,
  },
})
