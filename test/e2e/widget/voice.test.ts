import type { BrowserContextOptions } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { violations } from '../../support/axe.ts'
import { callStandIn } from '../../support/call-stand-in.ts'
import { launchChromium, sharedBrowser } from '../../support/chromium.ts'
import { hasFocus } from '../../support/waiting.ts'
import { speech } from '../../support/web-calls.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

/** A Chromium whose microphone beeps once a second and needs no permission prompt. */
const talkative = sharedBrowser(() =>
  launchChromium({
    args: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  }),
)

/** A visitor with a microphone, and the server side of their calls. */
async function caller(options: BrowserContextOptions = {}) {
  const context = await (await talkative()).newContext({ locale: 'en-GB', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const calls = await callStandIn(page)
  const customer = customerOn(page)
  const bar = customer.chat.getByRole('complementary', { name: 'Voice call' })
  return {
    ...customer,
    context,
    calls,
    bar,
    /** Starts a call and has it answered. */
    async call(): Promise<void> {
      await customer.button('Start voice call').click()
      await expect.poll(() => calls.of('hello').length).toBeGreaterThan(0)
      calls.answer(crypto.randomUUID())
      await bar.getByText('Listening').first().waitFor()
    },
  }
}

/** The strictest content security policy under which calls work. */
const policyFor = (parley: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${parley}`,
    `connect-src ${parley} ${parley.replace('http', 'ws')}`,
    "require-trusted-types-for 'script'",
  ].join('; '),
})

test('under a strict content security policy, calls work both ways and playback is counted to the sample', async () => {
  const shop = await openShop()
  const { open, call, calls, bar, button } = await caller()
  await open(shop.page({ headers: policyFor(shop.server.url) }))
  await call()
  expect(calls.of('hello')[0]).toMatchObject({ ticket: 'ticket-of-the-test' })
  await hasFocus(bar.getByRole('button', { name: 'Mute microphone' }))

  // The device's beep arrives in gapless frames, on a clock that runs at the same speed as ours.
  await expect.poll(() => calls.frames.length).toBeGreaterThan(100)
  const frames = calls.frames.slice(0, 100)
  expect(Math.max(...frames.flatMap(({ samples }) => [...samples]))).toBeGreaterThan(1000)
  const [first, last] = [frames[0]!, frames.at(-1)!]
  expect(last.sequence - first.sequence).toBe(99)
  expect(Math.abs(last.capturedAt - first.capturedAt - 99 * 20)).toBeLessThan(40)

  calls.send({ type: 'state', state: 'speaking' })
  calls.send({ type: 'said', speaker: 'visitor', text: 'What does it cost?', final: true })
  calls.send({ type: 'said', speaker: 'assistant', text: 'Nothing at all.', final: false })
  calls.speak(1, 400)
  await bar.getByText('Speaking', { exact: true }).waitFor()
  await bar.getByText('What does it cost?').waitFor()
  await bar.getByText('Nothing at all.').waitFor()
  await expect.poll(() => calls.of('played').at(-1)).toMatchObject({ utterance: 1, ms: 400 })
  const counts = calls.of('played').map(({ ms }) => ms)
  expect(counts).toEqual([...counts].sort((a, b) => a - b))

  // On interruption, playback stops, reports its position, and plays nothing more of that utterance.
  calls.speak(2, 5000)
  await expect.poll(() => calls.of('played').at(-1)!.utterance).toBe(2)
  calls.send({ type: 'clear', utterance: 2 })
  await expect.poll(() => calls.of('cleared').length).toBe(1)
  const [cleared] = calls.of('cleared')
  expect(cleared!.ms).toBeLessThan(4000)
  expect(cleared!.ms).toBeGreaterThanOrEqual(calls.of('played').at(-1)!.ms)

  await button('Hang up').click()
  await bar.waitFor({ state: 'detached' })
  await expect.poll(() => calls.of('bye').length).toBe(1)
  await button('Start voice call').waitFor()
})

test('no call code is loaded before the button is pressed, and any website may load its files', async () => {
  const shop = await openShop()
  const { page, open, call } = await caller()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(shop.page())
  await page.getByRole('button', { name: 'More' }).waitFor()
  const isVoice = (path: string) => /chat-(voice|worklet)/.test(path)
  expect(asked.filter(isVoice)).toEqual([])
  await call()
  const [voice] = asked.filter(isVoice)
  // Browsers report no request for a worklet; the part that loads it names the file.
  const text = await (await fetch(shop.server.url + voice)).text()
  const worklets = [...text.matchAll(/chat-worklet-(\w+)-\w+\.js/g)]
  expect(worklets.map(([, name]) => name).sort()).toEqual(['mic', 'player'])
  for (const [file] of worklets) {
    const response = await fetch(`${shop.server.url}/${file}`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-type')).toMatch(/javascript/)
    expect(response.headers.get('cache-control')).toContain('immutable')
  }
})

test('while muted, the microphone sends silence, the server knows, and writing still works', async () => {
  const shop = await openShop()
  const { open, call, calls, bar, ask } = await caller()
  await open(shop.page())
  await call()
  await bar.getByRole('button', { name: 'Mute microphone' }).press('Enter')
  await bar.getByText('Microphone is off').first().waitFor()
  expect(calls.of('mute')).toEqual([{ type: 'mute', on: true }])
  const silentFrom = calls.frames.length + 25
  await expect.poll(() => calls.frames.length).toBeGreaterThan(silentFrom + 75)
  const muted = calls.frames.slice(silentFrom).flatMap(({ samples }) => [...samples])
  expect(new Set(muted)).toEqual(new Set([0]))
  await ask()
  await bar.getByRole('button', { name: 'Unmute microphone' }).click()
  await expect.poll(() => calls.of('mute').at(-1)).toEqual({ type: 'mute', on: false })
})

test('a call continues while the chat is closed, shows beside the launcher, and can be ended from there', async () => {
  const shop = await openShop()
  const { open, call, calls, widget, launcher, field, bar, chat } = await caller()
  await open(shop.page())
  await call()
  await field.press('Escape')
  await chat.waitFor({ state: 'hidden' })
  await widget.locator('.invitation').getByText('Voice call').waitFor()
  await launcher.click()
  await bar.waitFor()
  await field.press('Escape')
  await chat.waitFor({ state: 'hidden' })
  await widget.getByRole('button', { name: 'Hang up' }).click()
  await expect.poll(() => calls.of('bye').length).toBe(1)
})

test.each([
  ['failed', 'The connection failed. Please call again.'],
  ['silence', 'Call ended because nobody spoke'],
  ['assistant', 'Call ended'],
] as const)('a call that ends by %s says so, and another can be started', async (cause, words) => {
  const shop = await openShop()
  const { open, call, calls, bar, button } = await caller()
  await open(shop.page())
  await call()
  calls.send({ type: 'ended', reason: cause })
  await bar.getByText(words, { exact: true }).first().waitFor()
  await button('Call again').click()
  await expect.poll(() => calls.of('hello').length).toBe(2)
})

test('after a lost connection, the call reconnects and continues', async () => {
  const shop = await openShop()
  const { open, call, calls, bar } = await caller()
  await open(shop.page())
  await call()
  await calls.cut()
  await bar.getByText('Connecting…').first().waitFor()
  await expect.poll(() => calls.of('hello').length).toBe(2)
  const before = calls.frames.length
  calls.answer(crypto.randomUUID())
  await bar.getByText('Listening').first().waitFor()
  await expect.poll(() => calls.frames.length).toBeGreaterThan(before)
})

test.each([
  [409, 'A person answers here now. You can write to them.'],
  [503, 'All lines are busy. Please try again in a moment.'],
])('a call that the server refuses with %i says why', async (status, words) => {
  const shop = await openShop()
  const { page, open, bar, button } = await caller()
  await page.route('**/api/widget/conversations/*/calls', (route) =>
    route.fulfill({ status, headers: { 'access-control-allow-origin': '*' }, json: {} }),
  )
  await open(shop.page())
  await button('Start voice call').click()
  await bar.getByText(words).first().waitFor()
})

test.each([true, false])(
  'noise suppression is on where the assistant asks for it: %s',
  async (isOn) => {
    const shop = await openShop({
      assistant: { enable_noise_cancellation: isOn },
      config: { outside: { speech } },
    })
    const { page, open, button } = await caller()
    await page.unroute('**/api/widget/assistants/*')
    await page.addInitScript(() => {
      const { mediaDevices } = navigator
      const real = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = (asked) => {
        document.title = JSON.stringify(asked)
        return real(asked)
      }
    })
    await open(shop.page())
    await button('Start voice call').click()
    await expect
      .poll(() => page.title())
      .toContain(`"echoCancellation":true,"noiseSuppression":${isOn}`)
  },
)

test('when the page denies the microphone, the chat says what to do', async () => {
  const shop = await openShop()
  const { open, button, bar } = await caller()
  await open(shop.page({ headers: { 'permissions-policy': 'microphone=()' } }))
  await button('Start voice call').click()
  await bar
    .getByText(/The microphone is blocked/)
    .first()
    .waitFor()
})

test.each([
  ['light', {}],
  [
    'dark, on a narrow phone that keeps still',
    {
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      viewport: { width: 320, height: 640 },
    } satisfies BrowserContextOptions,
  ],
])('calls are accessible: %s', async (_what, options: BrowserContextOptions) => {
  const shop = await openShop()
  const { page, open, call, calls, bar, chat } = await caller(options)
  const judge = () => violations(page, 'parley-chat', ['target-size'])
  await open(shop.page())
  await call()
  calls.send({
    type: 'said',
    speaker: 'visitor',
    text: 'What does it cost? '.repeat(9),
    final: true,
  })
  calls.send({
    type: 'said',
    speaker: 'assistant',
    text: 'Nothing at all. '.repeat(9),
    final: true,
  })
  await bar.getByText('Nothing at all.').waitFor()
  expect(await judge()).toEqual([])
  const [inner, outer] = await Promise.all([bar.boundingBox(), chat.boundingBox()])
  expect(inner!.x).toBeGreaterThanOrEqual(outer!.x)
  expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width)
  calls.send({ type: 'ended', reason: 'failed' })
  await bar.getByText('The connection failed.').first().waitFor()
  expect(await judge()).toEqual([])
})

test('no call button appears unless the server enables calls', async () => {
  const shop = await openShop()
  const { page, open, button } = await caller()
  await page.unrouteAll()
  await open(shop.page())
  await button('More').waitFor()
  expect(await button('Start voice call').count()).toBe(0)
})
