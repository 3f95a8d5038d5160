import { useSignal } from '@preact/signals'
import { lookAttributes } from '#contracts/widget-tag.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { MoonIcon, SunIcon } from '../../ui/icons.tsx'
import { LaptopIcon, MobileIcon, ResetIcon } from '../../ui/icons-work.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { EmbedModel } from './model.ts'
import { useFitting } from './use-fitting.ts'
import { usePreview } from './use-preview.ts'

type Device = 'desktop' | 'phone'
type Scheme = 'light' | 'dark'

/** Viewport of each device, CSS pixels. */
const WINDOWS: Record<Device, { width: number; height: number }> = {
  desktop: { width: 960, height: 720 },
  phone: { width: 390, height: 780 },
}

/** Maximum height of the preview, so that it fits next to the steps, px. */
const MAX_HEIGHT = 620

interface LivePreviewProps {
  readonly model: EmbedModel
  readonly assistant: string
}

/** The real widget on a placeholder website, in desktop or phone size, light or dark. */
export function LivePreview({ model, assistant }: LivePreviewProps) {
  const device = useSignal<Device>('desktop')
  const scheme = useSignal<Scheme>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const look = model.look.value
  const size = WINDOWS[device.value]
  const { place, scale } = useFitting(size, MAX_HEIGHT)
  const { frame, isOpen, toggle, reset } = usePreview({
    attributes: {
      ...Object.fromEntries(lookAttributes(look)),
      assistant,
      // The preview follows its page's colour scheme, not the operator's system setting.
      theme: look.theme === 'auto' ? scheme.value : look.theme,
      ...(model.draft.value.invitation.isOn && { invite: '' }),
    },
    settings: model.tried.value,
    scheme: scheme.value,
  })

  return (
    <aside class="live-preview" aria-label={t('embed.preview')}>
      <div class="preview-bar">
        <Segmented
          size="small"
          label={t('embed.previewOf')}
          value={device.value}
          onChoose={(value) => {
            device.value = value
          }}
          options={[
            { value: 'desktop', label: t('embed.desktop'), icon: LaptopIcon },
            { value: 'phone', label: t('embed.phone'), icon: MobileIcon },
          ]}
        />
        <Segmented
          size="small"
          isIconOnly
          label={t('embed.previewTheme')}
          value={scheme.value}
          onChoose={(value) => {
            scheme.value = value
          }}
          options={[
            { value: 'light', label: t('embed.light'), icon: SunIcon },
            { value: 'dark', label: t('embed.dark'), icon: MoonIcon },
          ]}
        />
        <span class="preview-actions">
          <Button size="small" kind="quiet" onClick={toggle}>
            {isOpen ? t('embed.closeChat') : t('embed.openChat')}
          </Button>
          <IconButton size="small" icon={ResetIcon} label={t('embed.startOver')} onClick={reset} />
        </span>
      </div>
      <div ref={place} class={`preview-place is-${device.value}`}>
        <div
          class="preview-stage"
          style={{
            inlineSize: `${size.width * scale}px`,
            blockSize: `${size.height * scale}px`,
          }}
        >
          <iframe
            // Reloads the chat when the assistant is activated, because it answers from then on, and for another picture.
            key={`${device.value} ${model.assistant.value?.status} ${model.embedding.value?.picture}`}
            ref={frame}
            title={t('embed.previewTitle')}
            src="/preview"
            style={{
              inlineSize: `${size.width}px`,
              blockSize: `${size.height}px`,
              transform: `scale(${scale})`,
            }}
          />
        </div>
      </div>
    </aside>
  )
}
