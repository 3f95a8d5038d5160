import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { chromium } from '../../support/chromium.ts'
import { KEY } from '../../support/server.ts'
import { customerOn, openShop, type Shop } from '../../support/widget-shop.ts'

/** A photo of camera size that compresses badly. */
async function photo(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')!
      for (let count = 0; count < 4000; count += 1) {
        context.fillStyle = `hsl(${Math.random() * 360} 70% 50%)`
        context.fillRect(Math.random() * width, Math.random() * height, 200, 200)
      }
      const reader = new FileReader()
      reader.readAsDataURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 }))
      await new Promise((resolve) => reader.addEventListener('load', resolve))
      return String(reader.result)
    },
    [width, height] as const,
  )
  return Buffer.from(address.split(',')[1]!, 'base64')
}

async function uploadedAtDesk({ server, conversation }: Shop, file: File): Promise<number> {
  const { id } = await conversation()
  const body = new FormData()
  body.append('file', file)
  const response = await fetch(`${server.url}/api/user/conversations/${id}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body,
  })
  return (await response.json()).data.id
}

test('a visitor’s image is downscaled before upload, and a file from the desk can be opened', async () => {
  const shop = await openShop()
  const { page, open, chat, field, log, say } = customerOn(await chromium.person())
  await open(shop.page())
  const buffer = await photo(page, 4000, 3000)
  expect(buffer.length).toBeGreaterThan(500_000)
  const picker = chat.getByLabel('Attach files')
  await picker.setInputFiles({ name: 'holiday.JPG', mimeType: 'image/jpeg', buffer })
  await chat.getByRole('button', { name: 'Remove holiday.jpg' }).waitFor()
  await field.fill('This is where I stood')
  await field.press('Enter')
  await log.getByRole('link', { name: 'holiday.jpg' }).waitFor()
  const sent = () =>
    shop
      .conversation()
      .then(({ messages }) => messages.find(({ content }) => content === 'This is where I stood'))
  await expect.poll(async () => (await sent())?.attachments?.length).toBe(1)
  const [attachment] = (await sent())!.attachments!
  expect(attachment).toMatchObject({
    name: 'holiday.jpg',
    media_type: 'image/jpeg',
    width: 2048,
    height: 1536,
  })
  expect(attachment!.size).toBeLessThan(buffer.length)
  const picture = log.locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(2048)

  const id = await uploadedAtDesk(shop, new File(['Total: 7 €'], 'bill.txt'))
  await shop.reply('Your bill', [id])
  const link = log.getByRole('link', { name: 'bill.txt' })
  await link.waitFor()
  expect(await (await fetch((await link.getAttribute('href'))!)).text()).toBe('Total: 7 €')
  await say('Thank you')
})

test('files that cannot be sent are reported by name beside the field, and the typed text stays', async () => {
  const shop = await openShop()
  const { open, chat, field, log } = customerOn(await chromium.person())
  await open(shop.page())
  await field.fill('Look at this')
  const picker = chat.getByLabel('Attach files')
  const file = (name: string, size = 10) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(size, 'a'),
  })
  await picker.setInputFiles(file('virus.exe'))
  await chat.getByText('virus.exe can’t be sent: file type not allowed.').waitFor()
  await picker.setInputFiles(file('empty.txt', 0))
  await chat.getByText(/^empty\.txt can’t be sent/).waitFor()
  await picker.setInputFiles(file('film.mp4', 10 * 1024 * 1024 + 1))
  await chat.getByText('film.mp4 is too large. The limit is 10 MB.').waitFor()
  await picker.setInputFiles(Array.from({ length: 11 }, (_, index) => file(`${index}.txt`)))
  await chat.getByText('At most 10 files at a time.').waitFor()
  await expect.poll(() => chat.getByRole('button', { name: /^Remove / }).count()).toBe(10)
  await expect.poll(() => field.inputValue()).toBe('Look at this')
  for (let left = 10; left > 0; left -= 1)
    await chat
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()

  // The server detects a wrong extension and says so; the text can still be sent without the file.
  await picker.setInputFiles({
    name: 'page.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('MZ\0\0\u0001\u0002'),
  })
  await field.press('Enter')
  await log.getByRole('button', { name: 'Edit' }).click()
  await expect.poll(() => field.inputValue()).toBe('Look at this')
})

test('files can be dropped anywhere on the chat, which shows a drop target while they are dragged over it', async () => {
  const shop = await openShop()
  const { open, chat, log } = customerOn(await chromium.person())
  await open(shop.page())
  // The part that handles files has loaded once the menu has.
  await chat.getByRole('button', { name: 'More' }).waitFor()
  /** Tells whether the browser was prevented from opening the file itself. */
  const drags = (type: string) =>
    log.evaluate((element, type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['Total: 7 €'], 'bill.txt', { type: 'text/plain' }))
      const about = { bubbles: true, composed: true, cancelable: true, dataTransfer }
      return !element.dispatchEvent(new DragEvent(type, about))
    }, type)
  const overlay = () =>
    chat.evaluate((panel) => getComputedStyle(panel, '::after').content.replaceAll('"', ''))
  expect(await drags('dragover')).toBe(true)
  expect(await overlay()).toBe('Drop files here')
  expect(await drags('drop')).toBe(true)
  expect(await overlay()).toBe('none')
  await chat.getByRole('button', { name: 'Remove bill.txt' }).waitFor()
})

test('an assistant that accepts no files offers no attachment button', async () => {
  const shop = await openShop({ settings: { files: false } })
  const { open, chat } = customerOn(await chromium.person())
  await open(shop.page())
  await expect.poll(() => chat.getByLabel('Attach files').count()).toBe(0)
})

test('a picture on its way shows how much has been sent, and can be taken back meanwhile', async () => {
  const shop = await openShop()
  const { page, open, chat, field } = customerOn(await chromium.person())
  await open(shop.page())
  const buffer = await photo(page, 2000, 1500)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 20_000,
  })
  await chat.getByLabel('Attach files').setInputFiles({
    name: 'garden.jpg',
    mimeType: 'image/jpeg',
    buffer,
  })
  await field.fill('Our garden')
  await chat.getByRole('button', { name: 'Remove garden' }).waitFor()
  await chat.getByRole('button', { name: 'Send' }).click()
  const indicator = chat.getByRole('progressbar', { name: /garden/ })
  await expect.poll(async () => Number.parseInt(await indicator.innerText(), 10)).toBeGreaterThan(0)
  await chat.getByRole('button', { name: 'Remove garden' }).click()
  await expect.poll(() => field.inputValue()).toBe('Our garden')
  await chat.locator('.taken canvas').waitFor()
  expect((await shop.conversation()).messages.map(({ author }) => author)).not.toContain('visitor')
})
