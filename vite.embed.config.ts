import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { shadowCss } from './scripts/lib/shadow-css.mjs'

/** The style sheet is a string in the module: after Vite has made it one, before it is bundled. */
const shadowStyles: Plugin = {
  name: 'shadow-styles',
  enforce: 'post',
  transform: (code, id) => {
    if (!id.endsWith('embed.css?inline')) return null
    const [, css = '""'] = /^export default (".*")/s.exec(code) ?? []
    return { code: `export default ${JSON.stringify(shadowCss(JSON.parse(css)))}`, map: null }
  },
}

/** The palette for other pages: one module with everything in it but the texts, which are a file a language. */
export default defineConfig({
  plugins: [react(), tailwindcss(), shadowStyles],
  base: './',
  publicDir: 'src/embed/public',
  build: {
    outDir: 'dist/embed',
    emptyOutDir: true,
    modulePreload: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: 'src/embed/waybill-palette.tsx',
      preserveEntrySignatures: 'strict',
      checks: { pluginTimings: false },
      output: {
        entryFileNames: 'waybill-palette.js',
        chunkFileNames: 'texts/[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
})
