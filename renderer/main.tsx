import './styles/index.css'
// Begins to fetch the texts, which the rest of the app waits for.
import './locales/language.ts'
import { config } from 'zod'

// The page forbids eval, and zod would try it once to see whether it may: this must be said before any schema is made.
config({ jitless: true })

void import('./start.tsx')
