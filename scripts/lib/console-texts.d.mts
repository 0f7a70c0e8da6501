import type { Plugin } from 'vite'

export const consoleTexts: () => Plugin
export const textsOf: (code: string, part: 'door' | 'first' | 'rest') => Record<string, unknown>
