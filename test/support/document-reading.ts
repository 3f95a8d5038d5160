import { fileOf } from './knowledge.ts'

/** Nested so deeply that no reader comes to its end within a test. */
export const ENDLESS = fileOf('endless.html', '<div>'.repeat(1_000_000))
