import mammoth from 'mammoth'
import { fault } from '#contracts/faults.ts'
import type { MarkedText } from './marked-text.ts'
import { Unreadable } from './unreadable.ts'
import { readWebPage } from './web-page.ts'

/** Word's built-in title styles. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]

/** A fully bold paragraph: a common substitute for heading styles in Word. */
const BOLD_LINE = /<p><strong>((?:(?!<\/?p>|<strong>).){1,120})<\/strong><\/p>/g

/** A Word document (.docx), without images. */
export async function readWord(bytes: Uint8Array): Promise<MarkedText> {
  const { value } = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      { styleMap: STYLES, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    )
    .catch((error: unknown) => {
      throw new Unreadable(fault('word_damaged'), { cause: error })
    })
  return { text: readWebPage(value.replace(BOLD_LINE, '<h6>$1</h6>')).text }
}
