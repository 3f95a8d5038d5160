import { useRef } from 'preact/hooks'
import { TemplateCategory } from '#contracts/enums.ts'
import type { MessengerSender, MessengerTemplate } from '#contracts/messenger-senders.ts'
import { explain } from '../../../../app/api.ts'
import type { Desk } from '../../../../app/desk.ts'
import { t } from '../../../../locales/translate.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../../../ui/controls.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Badge } from '../../../../ui/display.tsx'
import { Field } from '../../../../ui/field.tsx'
import { PlusIcon, RefreshIcon, TrashIcon } from '../../../../ui/icons.tsx'
import { NoteIcon } from '../../../../ui/icons-work.tsx'
import { Banner, Empty, ErrorState, Loading } from '../../../../ui/states.tsx'
import { useModel } from '../../../../ui/use-model.ts'
import { createTemplatesModel, type TemplatesModel } from './templates-model.ts'

interface TemplatesDialogProps {
  readonly desk: Pick<Desk, 'api' | 'live' | 'session' | 'toasts'>
  readonly sender: MessengerSender
  readonly onClose: () => void
}

const TONES = { approved: 'ok', pending: 'attention', rejected: 'danger' } as const

/** Lists the templates of a sender, and submits new ones. */
export function TemplatesDialog({ desk, sender, onClose }: TemplatesDialogProps) {
  const model = useModel(() => createTemplatesModel(desk.api, desk.live, sender.id), [sender.id])
  const mayChange = desk.session.may('numbers')
  const remove = (template: MessengerTemplate) =>
    void model
      .remove(template.id)
      .catch((reason: unknown) => desk.toasts.show(explain(reason), 'danger'))
  return (
    <Dialog
      title={t('messenger.templatesOf', { name: sender.display_name })}
      onClose={onClose}
      size="large"
      actions={
        mayChange &&
        !model.isAdding.value && (
          <>
            {sender.connection && (
              <Button
                icon={RefreshIcon}
                busy={model.isSyncing.value}
                onClick={() => void model.sync()}
              >
                {t('messenger.syncTemplates')}
              </Button>
            )}
            <Button
              icon={PlusIcon}
              onClick={() => {
                model.isAdding.value = true
              }}
            >
              {t('messenger.addTemplate')}
            </Button>
          </>
        )
      }
    >
      {model.isAdding.value && <TemplateForm model={model} isReal={Boolean(sender.connection)} />}
      {model.syncFailure.value && <Banner tone="danger">{model.syncFailure.value}</Banner>}
      <List model={model} onRemove={mayChange ? remove : undefined} />
    </Dialog>
  )
}

interface ListProps {
  readonly model: TemplatesModel
  readonly onRemove: ((template: MessengerTemplate) => void) | undefined
}

function List({ model, onRemove }: ListProps) {
  const { list, error } = model
  if (!list.value) {
    return error.value ? (
      <ErrorState title={t('messenger.templatesFailed')} onRetry={() => void model.load()}>
        <p>{error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('messenger.loading')} rows={2} />
    )
  }
  if (list.value.length === 0 && !model.isAdding.value) {
    return (
      <Empty icon={NoteIcon} title={t('messenger.noTemplates')} isSmall>
        <p>{t('messenger.noTemplatesHint')}</p>
      </Empty>
    )
  }
  return (
    <ul class="messenger-templates">
      {list.value.map((template) => (
        <li key={template.id}>
          <div class="messenger-template-head">
            <strong dir="ltr">{template.name}</strong>
            <span class="quiet">
              {template.language} · {t(`messenger.categories.${template.category}`)}
            </span>
            <Badge tone={TONES[template.status]} isDot>
              {t(`messenger.reviews.${template.status}`)}
            </Badge>
            {onRemove && (
              <IconButton
                icon={TrashIcon}
                size="small"
                label={t('messenger.deleteTemplate', { name: template.name })}
                onClick={() => onRemove(template)}
              />
            )}
          </div>
          <p class="messenger-template-text" dir="auto">
            {template.body_text}
          </p>
          {template.reason && (
            <p class="messenger-trouble" dir="auto">
              {template.reason}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

interface FormProps {
  readonly model: TemplatesModel
  /** True if a service reviews it instead of the Sandbox. */
  readonly isReal: boolean
}

/** Fields of a new template. */
function TemplateForm({ model, isReal }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { errors } = model

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (await model.add()) return
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <form
      ref={form}
      class="form messenger-form"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Field
        label={t('messenger.templateName')}
        hint={isReal ? t('messenger.templateNameRule') : t('messenger.templateNameHint')}
        error={errors.value['name']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            value={model.name.value}
            onEdit={(value) => {
              model.name.value = value
            }}
          />
        )}
      </Field>
      <div class="messenger-pair">
        <Field label={t('messenger.language')} error={errors.value['language']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              dir="ltr"
              autocomplete="off"
              value={model.language.value}
              onEdit={(value) => {
                model.language.value = value
              }}
            />
          )}
        </Field>
        <Field label={t('messenger.category')} error={errors.value['category']}>
          {(wiring) => (
            <Select
              {...wiring}
              value={model.category.value}
              onEdit={(value) => {
                model.category.value = value as TemplateCategory
              }}
            >
              {TemplateCategory.options.map((value) => (
                <option key={value} value={value}>
                  {t(`messenger.categories.${value}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field
        label={t('messenger.text')}
        hint={t('messenger.textHint', { example: '{{name}}' })}
        error={errors.value['body_text']}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={3}
            dir="auto"
            value={model.text.value}
            onEdit={(value) => {
              model.text.value = value
            }}
          />
        )}
      </Field>
      {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
      <div class="messenger-form-end">
        <Button
          onClick={() => {
            model.isAdding.value = false
          }}
        >
          {t('common.cancel')}
        </Button>
        <Button kind="primary" type="submit" busy={model.busy.value}>
          {t('messenger.submit')}
        </Button>
      </div>
    </form>
  )
}
