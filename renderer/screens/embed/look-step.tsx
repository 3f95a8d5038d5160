import { DEFAULT_LOOK, MAX_LABEL } from '#contracts/widget-look.ts'
import { explain } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { PictureField } from '../../ui/picture-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ColorField } from './color-field.tsx'
import { CornerPicker } from './corner-picker.tsx'
import { Fold } from './fold.tsx'
import { Labelled } from './labelled.tsx'
import type { EmbedModel } from './model.ts'

/** Colour, corner, theme and texts of the chat; icon and offset as additional options. */
export function LookStep({ model }: { readonly model: EmbedModel }) {
  const { draft, mistakes, look, change } = model
  const { color, position, theme, label } = draft.value
  return (
    <div class="look-form">
      <PictureField
        label={t('embed.picture')}
        hint={t('embed.pictureHint')}
        name={model.assistant.value?.name ?? ''}
        id={model.embedding.value?.uuid ?? ''}
        picture={model.embedding.value?.picture ?? null}
        onChange={model.setPicture}
        explain={explain}
      />
      <ColorField
        color={color}
        error={mistakes.value['color']}
        onEdit={(value) => change({ color: value })}
      />
      <div class="look-line">
        <CornerPicker
          value={position}
          color={look.value.color}
          onChoose={(value) => change({ position: value })}
        />
        <div class="look-words">
          <Labelled label={t('embed.theme')}>
            <Segmented
              label={t('embed.theme')}
              value={theme}
              onChoose={(value) => change({ theme: value })}
              options={[
                { value: 'auto', label: t('embed.auto') },
                { value: 'light', label: t('embed.light') },
                { value: 'dark', label: t('embed.dark') },
              ]}
            />
          </Labelled>
          <Field
            label={t('embed.label')}
            hint={t('embed.labelHint')}
            error={mistakes.value['label']}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                value={label}
                maxLength={MAX_LABEL}
                placeholder={t('embed.labelExample')}
                onEdit={(value) => change({ label: value })}
              />
            )}
          </Field>
        </div>
      </div>
      <Details model={model} />
    </div>
  )
}

function Details({ model }: { readonly model: EmbedModel }) {
  const { draft, mistakes, change } = model
  const { icon, icon_text, offset_x, offset_y } = draft.value
  const isUsual = icon === DEFAULT_LOOK.icon && offset_x === '' && offset_y === ''
  const isWrong = ['icon_text', 'offset_x', 'offset_y'].some((name) => name in mistakes.value)
  return (
    <Fold title={t('embed.lookMore')} state={isUsual ? undefined : t('embed.on')} isWrong={isWrong}>
      <Labelled label={t('embed.icon')}>
        <Segmented
          label={t('embed.icon')}
          value={icon}
          onChoose={(value) => change({ icon: value })}
          options={[
            { value: 'bubble', label: t('embed.icons.bubble') },
            { value: 'own', label: t('embed.icons.own') },
            { value: 'none', label: t('embed.icons.none') },
          ]}
        />
      </Labelled>
      {icon === 'own' && (
        <Field
          label={t('embed.iconText')}
          hint={t('embed.iconTextHint')}
          error={mistakes.value['icon_text']}
        >
          {(wiring) => (
            <span class="icon-text">
              <TextInput
                {...wiring}
                value={icon_text}
                onEdit={(value) => change({ icon_text: value })}
              />
            </span>
          )}
        </Field>
      )}
      <div class="form-pair">
        <Offset
          label={t('embed.offsetX')}
          value={offset_x}
          error={mistakes.value['offset_x']}
          onEdit={(value) => change({ offset_x: value })}
        />
        <Offset
          label={t('embed.offsetY')}
          value={offset_y}
          error={mistakes.value['offset_y']}
          onEdit={(value) => change({ offset_y: value })}
        />
      </div>
    </Fold>
  )
}

interface OffsetProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onEdit: (value: string) => void
}

function Offset({ label, value, error, onEdit }: OffsetProps) {
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <TextInput
          {...wiring}
          value={value}
          dir="ltr"
          inputMode="numeric"
          autocomplete="off"
          placeholder="20"
          suffix={t('embed.pixels')}
          onEdit={onEdit}
        />
      )}
    </Field>
  )
}
