import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { sharedTexts } from './scripts/lib/read-texts.mjs'
import { shadowRoot } from './scripts/lib/shadow-css.mjs'

const { version } = manifest

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
        // `waybill-palette.js` is written by the build and exports this one.
        entryFileNames: `waybill-palette.${version}-[hash].js`,
        // The texts of each language, and what few pages need.
        chunkFileNames: ({ name }) =>
          /^[a-z]{2}$/.test(name) ? 'texts/[name]-[hash].js' : 'parts/[name]-[hash].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
})
