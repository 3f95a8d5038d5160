import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { embedTexts } from '../../texts/embed.ts'
import { Button } from '../../ui/button.tsx'
import { MoonIcon, SunIcon } from '../../ui/icons.tsx'
import { LaptopIcon, MobileIcon } from '../../ui/icons-work.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Look } from './look.ts'
import { useFitting } from './use-fitting.ts'

type Device = 'desktop' | 'phone'
type Scheme = 'light' | 'dark'

/** The window that each device shows, CSS pixels. */
const WINDOWS: Record<Device, { width: number; height: number }> = {
  desktop: { width: 1180, height: 860 },
  phone: { width: 390, height: 780 },
}

/** While somebody types, the website is loaded again this long after the last change, ms. */
const PAUSE_MS = 350

interface LivePreviewProps {
  readonly assistant: string
  readonly look: Look
  /** An assistant that has been activated answers in the chat from then on. */
  readonly status: string
}

/** The real widget on a website without words, at the size of a desktop or a phone, on a light or a dark page. */
export function LivePreview({ assistant, look, status }: LivePreviewProps) {
  const device = useSignal<Device>('desktop')
  const scheme = useSignal<Scheme>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const isOpen = useSignal(true)
  const frame = useRef<HTMLIFrameElement>(null)
  const size = WINDOWS[device.value]
  const { stage, scale } = useFitting(size.width)
  const src = useSettled(addressOf(assistant, look, scheme.value, isOpen.value))

  function toggleChat(): void {
    const chat = frame.current?.contentDocument?.querySelector('parley-chat')
    // A phone's chat fills the screen, so it opens on asking only and not with the page.
    if (device.value === 'phone' && chat) (chat as unknown as { toggle(): void }).toggle()
    else isOpen.value = !isOpen.value
  }

  return (
    <aside class="live-preview" aria-label={embedTexts.preview}>
      <div class="preview-bar">
        <Segmented
          size="small"
          label={embedTexts.previewOf}
          value={device.value}
          onChoose={(value) => {
            device.value = value
          }}
          options={[
            { value: 'desktop', label: embedTexts.desktop, icon: LaptopIcon },
            { value: 'phone', label: embedTexts.phone, icon: MobileIcon },
          ]}
        />
        <Segmented
          size="small"
          isIconOnly
          label={embedTexts.previewTheme}
          value={scheme.value}
          onChoose={(value) => {
            scheme.value = value
          }}
          options={[
            { value: 'light', label: embedTexts.light, icon: SunIcon },
            { value: 'dark', label: embedTexts.dark, icon: MoonIcon },
          ]}
        />
        <Button size="small" kind="quiet" onClick={toggleChat}>
          {isOpen.value && device.value === 'desktop' ? embedTexts.closeChat : embedTexts.openChat}
        </Button>
      </div>
      <div
        ref={stage}
        class={`preview-stage is-${device.value}`}
        style={{ blockSize: `${size.height * scale}px` }}
      >
        <iframe
          key={`${device.value} ${status}`}
          ref={frame}
          title={embedTexts.previewTitle}
          src={src}
          style={{
            inlineSize: `${size.width}px`,
            blockSize: `${size.height}px`,
            transform: `scale(${scale})`,
          }}
        />
      </div>
    </aside>
  )
}

function addressOf(assistant: string, look: Look, scheme: Scheme, isOpen: boolean): string {
  // A preview has the colours of its page, whatever this operator's own system is set to.
  const theme = look.theme === 'auto' ? scheme : look.theme
  const asked = { assistant, ...look, theme, scheme, open: String(isOpen) }
  return `/preview?${new URLSearchParams(asked)}`
}

/** A value once it has stopped changing for a moment. */
function useSettled(value: string): string {
  const settled = useSignal(value)
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.value = value
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled.value
}
