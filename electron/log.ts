import path from 'node:path'
import { app } from 'electron'
import { createLogFile } from './log-file.ts'

const inLogs = (name: string) => () => path.join(app.getPath('logs'), name)

/** Errors of the main process, in `main.log`. */
export const mainLog = createLogFile(inLogs('main.log'))

/** The file of `serverLog`; a server that crashes writes its last words into it. */
export const serverLogFile = inLogs('server.log')

/** Output of the server process, its own log lines included, in `server.log`. */
export const serverLog = createLogFile(serverLogFile)

/** Writes down what went wrong in the main process, where a person can find it afterwards. */
export function logProblem(problem: unknown): void {
  console.error(problem)
  const text = problem instanceof Error ? problem.stack : String(problem)
  mainLog.append(`${new Date().toISOString()} ${text}\n`)
}
