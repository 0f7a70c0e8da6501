import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedTexts } from '../scripts/lib/read-texts.mjs'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

export default defineConfig({
  plugins: [sharedTexts, react(), tailwindcss()],
  // The console and the floors run on the product's packages, of which the peers have copies in bench/node_modules.
  resolve: { dedupe: Object.keys(dependencies) },
  build: process.env.PLAIN ? { minify: false } : {},
})
