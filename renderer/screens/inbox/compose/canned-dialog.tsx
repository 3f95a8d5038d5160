import { useEffect, useState } from 'preact/hooks'
import type { CannedReply, NewCannedReply } from '#contracts/canned-replies.ts'
import { explain } from '../../../app/api.ts'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextArea, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { CannedIcon, EditIcon } from '../../../ui/icons-work.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import type { CannedModel } from './canned-model.ts'

interface CannedDialogProps {
  readonly model: CannedModel
  readonly toasts: Pick<Toasts, 'show' | 'undo'>
  readonly onUse: (reply: CannedReply) => void
  readonly onClose: () => void
}

/** Canned replies: insert, create, edit or delete them. */
export function CannedDialog({ model, toasts, onUse, onClose }: CannedDialogProps) {
  const [search, setSearch] = useState('')
  const [editing, edit] = useState<CannedReply | 'new'>()
  useEffect(() => void model.load(), [])
  if (editing) return <CannedForm model={model} of={editing} onClose={() => edit(undefined)} />

  async function remove(reply: CannedReply): Promise<void> {
    try {
      await model.remove(reply)
      const { shortcut, title, content } = reply
      toasts.undo(t('composer.cannedDeleted', { title }), () =>
        model.save({ shortcut, title, content }),
      )
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
    }
  }

  const found = model.matching(search)
  return (
    <Dialog
      title={t('composer.cannedTitle')}
      size="large"
      onClose={onClose}
      actions={
        <Button kind="primary" icon={PlusIcon} onClick={() => edit('new')}>
          {t('composer.cannedNew')}
        </Button>
      }
    >
      {model.all.value.length > 0 && (
        <SearchInput label={t('composer.cannedSearch')} value={search} onEdit={setSearch} />
      )}
      <ListStatus model={model} isNothing={found.length === 0} search={search} />
      <ul class="canned-list">
        {found.map((reply) => (
          <li key={reply.id}>
            <button type="button" class="canned-use" onClick={() => onUse(reply)}>
              <code>/{reply.shortcut}</code>
              <strong dir="auto">{reply.title}</strong>
              <span dir="auto">{reply.content}</span>
            </button>
            <IconButton
              size="small"
              icon={EditIcon}
              label={`${t('common.edit')}: ${reply.title}`}
              onClick={() => edit(reply)}
            />
            <IconButton
              size="small"
              icon={TrashIcon}
              label={`${t('common.delete')}: ${reply.title}`}
              onClick={() => void remove(reply)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface ListStatusProps {
  readonly model: CannedModel
  readonly isNothing: boolean
  readonly search: string
}

/** State of the list: loading, failed, empty or without matches. */
function ListStatus({ model, isNothing, search }: ListStatusProps) {
  if (model.error.value !== undefined)
    return (
      <ErrorState title={t('composer.cannedFailed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    )
  if (!model.isReady.value) return <Loading label={t('composer.cannedTitle')} />
  if (model.isEmpty.value)
    return (
      <Empty icon={CannedIcon} title={t('composer.cannedEmpty')} isSmall>
        <p>{t('composer.cannedEmptyHint')}</p>
      </Empty>
    )
  return isNothing ? <p>{t('composer.cannedNone', { text: search })}</p> : null
}

/** Placeholders available besides the conversation's own variables. */
const KNOWN = '{{customer_name}}, {{operator_name}}, {{assistant_name}}'

interface CannedFormProps {
  readonly model: CannedModel
  readonly of: CannedReply | 'new'
  readonly onClose: () => void
}

function CannedForm({ model, of, onClose }: CannedFormProps) {
  const isNew = of === 'new'
  const [fields, setFields] = useState<NewCannedReply>(
    isNew ? { shortcut: '', title: '', content: '' } : of,
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const set = (name: keyof NewCannedReply) => (value: string) => {
    setFields({ ...fields, [name]: value })
    setErrors({ ...errors, [name]: '' })
  }

  async function save(): Promise<void> {
    const { shortcut, title, content } = fields
    setBusy(true)
    const body = { shortcut: shortcut.replace(/^\//, ''), title, content }
    const found = await model.save(body, isNew ? undefined : of.id)
    setBusy(false)
    if (found) setErrors(found)
    else onClose()
  }

  return (
    <Dialog
      title={isNew ? t('composer.cannedNew') : t('composer.cannedEdit')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        class="canned-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          label={t('composer.shortcut')}
          hint={t('composer.shortcutHint')}
          error={errors['shortcut']}
        >
          {(wiring) => (
            <TextInput {...wiring} value={fields.shortcut} onEdit={set('shortcut')} prefix="/" />
          )}
        </Field>
        <Field label={t('composer.title')} error={errors['title']}>
          {(wiring) => <TextInput {...wiring} value={fields.title} onEdit={set('title')} />}
        </Field>
        <Field
          label={t('composer.content')}
          hint={t('composer.contentHint', { names: KNOWN })}
          error={errors['content']}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={5}
              maxRows={12}
              value={fields.content}
              onEdit={set('content')}
            />
          )}
        </Field>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
