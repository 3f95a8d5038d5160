import { shell } from 'electron'
import { logProblem } from './log.ts'

/** Opens an address in the system's default program; a failure is logged. */
export async function openOutside(url: string): Promise<void> {
  await shell.openExternal(url).catch(logProblem)
}

/** Opens a folder or file in the system's default program; a failure is logged. */
export async function showFile(file: string): Promise<void> {
  const problem = await shell.openPath(file).catch(String)
  if (problem !== '') logProblem(problem)
}
