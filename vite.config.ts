import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { consoleChunks } from './scripts/lib/console-chunks.mjs'
import { lightIcons } from './scripts/lib/light-icons.mjs'
import { pageShell } from './scripts/lib/page-shell.mjs'
import { wholeFiles } from './scripts/lib/whole-files.mjs'

export default defineConfig({
  plugins: [react(), tailwindcss(), lightIcons(), pageShell(), wholeFiles()],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // The charts' drawing is 540 kB in a chunk of its own, fetched by the dashboard alone.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: consoleChunks } },
  },
})
