import path from 'node:path'
import { app } from 'electron'
import { createLogFile } from './log-file.ts'

const inLogs = (name: string) => () => path.join(app.getPath('logs'), name)

/** What went wrong in the main process. */
export const mainLog = createLogFile(inLogs('main.log'))

/** What the server process says, its own log lines included. */
export const serverLog = createLogFile(inLogs('server.log'))

/** Writes down what went wrong in the main process, where a person can find it afterwards. */
export function logProblem(problem: unknown): void {
  console.error(problem)
  const text = problem instanceof Error ? problem.stack : String(problem)
  mainLog.append(`${new Date().toISOString()} ${text}\n`)
}
