import './styles/index.css'
// Starts loading the texts, which the rest of the app waits for.
import './locales/language.ts'
import { config } from 'zod'

// The page's CSP forbids eval, which zod would otherwise probe for; this must run before any schema is created.
config({ jitless: true })

void import('./start.tsx')
