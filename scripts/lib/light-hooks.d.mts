import type { Plugin } from 'vite'

export const lightHooks: () => Plugin
