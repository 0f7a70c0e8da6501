import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedTexts } from '../scripts/lib/read-texts.mjs'

export default defineConfig({
  plugins: [sharedTexts, react(), tailwindcss()],
  build: process.env.PLAIN ? { minify: false } : {},
})
