import type { Page } from 'playwright'

/**
 * Reports what a page of Chromium loads from now on.
 * @param onLoad called with each address, and the bytes of its response on the wire, headers included
 */
export async function followLoads(
  page: Page,
  onLoad: (url: string, bytes: number) => void,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const urls = new Map<string, string>()
  devtools.on('Network.responseReceived', ({ requestId, response }) =>
    urls.set(requestId, response.url),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    onLoad(urls.get(requestId) ?? '', encodedDataLength),
  )
}
