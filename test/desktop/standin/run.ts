// `node run.ts dist/electron/main.js`: runs a built main process with the stand-in as 'electron'.
import './register.ts'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

// Speeds up the app's intervals by STANDIN_HURRY, for tests that should not wait for them.
const hurry = Number(process.env['STANDIN_HURRY'] ?? 1)
const { setInterval } = globalThis
globalThis.setInterval = ((run: () => void, ms = 0) =>
  setInterval(run, ms / hurry)) as typeof setInterval

const { app } = await import('./app.ts')
await import('./questions.ts')
await import(pathToFileURL(path.resolve(process.argv[2]!)).href)
app.evaluated()
