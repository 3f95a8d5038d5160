// `node run.ts dist/electron/main.js`: runs a built main process with the stand-in for 'electron'.
import './register.ts'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const { app } = await import('./app.ts')
await import('./questions.ts')
await import(pathToFileURL(path.resolve(process.argv[2]!)).href)
app.evaluated()
