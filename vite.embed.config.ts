import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedTexts } from './scripts/lib/read-texts.mjs'
import { shadowRoot } from './scripts/lib/shadow-css.mjs'

/** The palette for other pages: one module, a file of texts a language, and parts that are loaded when they are needed. */
export default defineConfig({
  plugins: [sharedTexts, react(), tailwindcss()],
  css: { postcss: { plugins: [shadowRoot] } },
  base: './',
  publicDir: 'src/embed/public',
  build: {
    outDir: 'dist/embed',
    emptyOutDir: true,
    modulePreload: false,
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      input: 'src/embed/waybill-palette.tsx',
      preserveEntrySignatures: 'strict',
      checks: { pluginTimings: false },
      output: {
        entryFileNames: 'waybill-palette.js',
        // The texts of each language, and what few pages need.
        chunkFileNames: ({ name }) => (/^[a-z]{2}$/.test(name) ? 'texts/[name].js' : 'parts/[name].js'),
        assetFileNames: '[name][extname]',
      },
    },
  },
})
