import { fileOf } from './knowledge.ts'

/** Nested so deeply that no reader finishes within a test. */
export const ENDLESS = fileOf('endless.html', '<div>'.repeat(1_000_000))
