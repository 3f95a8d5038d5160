import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { findBrowser } from './find-browser.ts'

/* `node scripts/icons.ts`: renders the app's icons from electron/resources/icon.svg; run it after changing the logo. */

const resources = path.join(import.meta.dirname, '..', 'electron', 'resources')

/** Icon sizes for Linux, pixels. */
const LINUX = [16, 24, 32, 48, 64, 128, 256, 512]
/** Icon sizes for Windows, pixels. */
const WINDOWS = [16, 24, 32, 48, 64, 128, 256]
/** Icon sizes for macOS, pixels, with the names in its icon file. */
const MACOS = { 32: 'ic11', 64: 'ic12', 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' }

/** Tray and task bar icons by name; each is also rendered at twice its size for high-density screens. */
const PICTURES: Readonly<Record<string, Look>> = {
  tray: { color: '#14897f', isUnread: false },
  'tray-unread': { color: '#14897f', isUnread: true },
  trayTemplate: { color: '#000', isUnread: false },
  'tray-unreadTemplate': { color: '#000', isUnread: true },
  overlay: { color: 'transparent', isUnread: true },
}
const PICTURE_SIZE = 16

interface Look {
  readonly color: string
  readonly isUnread: boolean
}

interface Picture {
  readonly size: number
  readonly png: Buffer
}

const { executablePath, env } = await findBrowser()
const browser = await chromium.launch({ executablePath, ...(env && { env }) })
try {
  const svg = await readFile(path.join(resources, 'icon.svg'))
  const page = await browser.newPage()
  const drawn = new Map<number, Picture>()
  for (const size of new Set([...LINUX, ...WINDOWS, ...Object.keys(MACOS).map(Number)])) {
    drawn.set(size, { size, png: await draw(page, svg, size) })
  }
  const pictures = (sizes: number[]) => sizes.map((size) => drawn.get(size)!)

  await mkdir(path.join(resources, 'icons'), { recursive: true })
  for (const { size, png } of pictures(LINUX)) {
    await writeFile(path.join(resources, 'icons', `${size}x${size}.png`), png)
  }
  await mkdir(path.join(resources, 'pictures'), { recursive: true })
  // For Linux windows, and for the desktop entry that a portable Parley writes.
  await writeFile(path.join(resources, 'pictures', 'icon.png'), drawn.get(256)!.png)
  await writeFile(path.join(resources, 'icon.ico'), ico(pictures(WINDOWS)))
  await writeFile(path.join(resources, 'icon.icns'), icns(pictures(Object.keys(MACOS).map(Number))))

  const installed = path.join(import.meta.dirname, '..', 'renderer', 'public', 'icons')
  await mkdir(installed, { recursive: true })
  for (const size of [192, 512])
    await writeFile(path.join(installed, `${size}.png`), await draw(page, svg, size))
  await writeFile(path.join(installed, 'maskable-512.png'), await draw(page, maskable(svg), 512))

  const tray = await readFile(path.join(resources, 'tray.svg'), 'utf8')
  for (const [name, look] of Object.entries(PICTURES)) {
    for (const [times, suffix] of [
      [1, ''],
      [2, '@2x'],
    ] as const) {
      const png = await draw(page, styled(tray, look), PICTURE_SIZE * times)
      await writeFile(path.join(resources, 'pictures', `${name}${suffix}.png`), png)
    }
  }
} finally {
  await browser.close()
}

/** The icon on a ground without margins and corners, which systems cut to their own shape. */
function maskable(svg: Buffer): Buffer {
  const ground = '<rect x="64" y="64" width="896" height="896" rx="208"'
  return Buffer.from(svg.toString().replace(ground, '<rect width="1024" height="1024"'))
}

function styled(svg: string, { color, isUnread }: Look): Buffer {
  const coloured = svg.replace('<svg ', `<svg color="${color}" `)
  return Buffer.from(isUnread ? coloured.replace('visibility="hidden"', '') : coloured)
}

async function draw(page: Page, svg: Buffer, size: number): Promise<Buffer> {
  const image = `data:image/svg+xml;base64,${svg.toString('base64')}`
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<body style="margin:0"><img src="${image}" width="${size}" height="${size}" style="display:block">`,
  )
  return page.screenshot({ omitBackground: true })
}

/** The ICO format: a directory of images, then the images. */
function ico(pictures: Picture[]): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = 6 + 16 * pictures.length
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16)
    // A side of 256 is stored as 0.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([head, ...entries, ...pictures.map(({ png }) => png)])
}

/** The ICNS format: named blocks, each with its length. */
function icns(pictures: Picture[]): Buffer {
  const blocks = pictures.map(({ size, png }) => block(MACOS[size as keyof typeof MACOS], png))
  return block('icns', Buffer.concat(blocks))
}

function block(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'ascii')
  head.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([head, content])
}
