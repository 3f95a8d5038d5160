// The test's side: the same calls that Playwright's `_electron` offers for the real one.
import * as electron from './electron.ts'
import { harness } from './surface/strict.ts'
import { answers, seen } from './world.ts'

interface Question {
  readonly id: number
  readonly source: string
  readonly argument: unknown
}

process.on('message', (question: Question) => void answer(question))

async function answer({ id, source, argument }: Question): Promise<void> {
  try {
    const ask = new Function('electron', 'argument', `return (${source})(electron, argument)`)
    process.send!({ id, value: await ask({ ...electron, seen, answers, harness }, argument) })
  } catch (error) {
    process.send!({ id, error: String(error) })
  }
}
