import path from 'node:path'
import { app } from 'electron'
import { createLogFile } from './log-file.ts'

const inLogs = (name: string) => () => path.join(app.getPath('logs'), name)

/** Errors of the main process, in `main.log`. */
export const mainLog = createLogFile(inLogs('main.log'))

/** The file of `serverLog`; a crashing server writes its last lines to it directly. */
export const serverLogFile = inLogs('server.log')

/** Output of the server process, including its own log lines, in `server.log`. */
export const serverLog = createLogFile(serverLogFile)

/** Logs a problem of the main process. */
export function logProblem(problem: unknown): void {
  console.error(problem)
  const text = problem instanceof Error ? problem.stack : String(problem)
  mainLog.append(`${new Date().toISOString()} ${text}\n`)
}
