import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/index.css'
import { App } from './app.tsx'
import { startI18n } from './i18n.ts'
import { createServices } from './services.ts'
import { applyTheme } from './theme.ts'

applyTheme()
await startI18n()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App services={createServices()} />
  </StrictMode>,
)
