import type { Locator } from 'playwright'

/**
 * Polls until a condition holds; for concurrent rows, where the test runner's own polling cannot tell which
 * test it belongs to.
 */
export async function until(isSo: () => Promise<boolean>, timeout: number): Promise<void> {
  const end = performance.now() + timeout
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It was not so within ${timeout} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Time in which an element must get the focus, ms. */
const FOCUS_MS = 20_000

/** Waits until an element has focus in its document or shadow root, whether or not its window is the active one. */
export async function hasFocus(element: Locator): Promise<void> {
  await element.waitFor()
  const isActive = () =>
    element.evaluate((it) => (it.getRootNode() as Document | ShadowRoot).activeElement === it)
  await until(isActive, FOCUS_MS)
}
