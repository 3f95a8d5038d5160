import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/controls.tsx'
import { BackIcon, ChatIcon, CodeIcon, CopyIcon, MoreIcon, TrashIcon } from '../../../ui/icons.tsx'
import { ChecklistIcon, ExportIcon, HistoryIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { createActions } from '../actions.ts'
import type { FormModel } from './form-model.ts'

interface FormHeadProps {
  readonly desk: Desk
  readonly model: FormModel
  /** The visible pane; undefined if both are visible. */
  readonly view: string | undefined
  readonly onView: (view: 'form' | 'play') => void
  readonly onVersions: () => void
  readonly onReplay: () => void
}

/** Header of the form: the assistant's name, status and actions. */
export function FormHead({ desk, model, view, onView, onVersions, onReplay }: FormHeadProps) {
  const form = model.form.value
  if (!form) return null
  const actions = createActions(desk)
  const name = String(model.values.value?.name || form.name)

  async function setActive(isActive: boolean): Promise<void> {
    try {
      await model.setActive(isActive)
    } catch (failure) {
      desk.toasts.show((failure as Error).message, 'danger')
    }
  }

  return (
    <header class="assistant-form-head">
      <div class="assistant-form-title">
        <a class="page-back" href="/app/assistants">
          <BackIcon size={16} /> {t('assistantForm.back')}
        </a>
        <h1 tabIndex={-1} dir="auto">
          {name}
        </h1>
      </div>
      {view !== undefined && (
        <Segmented
          label={t('playground.open')}
          value={view === 'play' ? 'play' : 'form'}
          options={[
            { value: 'form', label: t('playground.form') },
            { value: 'play', label: t('playground.title') },
          ]}
          onChoose={onView}
        />
      )}
      <div class="assistant-form-actions">
        <Switch
          label={form.status === 'active' ? t('assistantForm.active') : t('assistantForm.inactive')}
          checked={form.status === 'active'}
          onSwitch={(isActive) => void setActive(isActive)}
        />
        <Button icon={HistoryIcon} onClick={onVersions}>
          {t('assistantVersions.open')}
        </Button>
        <LinkButton href={`/app/assistants/${form.id}/tests`} icon={ChecklistIcon}>
          {t('assistantTests.open')}
        </LinkButton>
        <LinkButton href={`/app/assistants/${form.id}/embed`} icon={CodeIcon}>
          {t('assistants.embed')}
        </LinkButton>
        <Menu
          label={t('assistants.moreOf', { name: form.name })}
          align="end"
          items={[
            {
              label: t('assistants.tryIt'),
              icon: ChatIcon,
              href: `/app/assistants/${form.id}/try`,
            },
            { label: t('replay.menu'), icon: HistoryIcon, onSelect: onReplay },
            {
              label: t('assistants.duplicate'),
              icon: CopyIcon,
              onSelect: () => void actions.duplicate(form),
            },
            {
              label: t('assistants.export'),
              icon: ExportIcon,
              onSelect: () => void actions.exportJson(form, false),
            },
            'separator',
            {
              label: t('assistants.delete'),
              icon: TrashIcon,
              isDanger: true,
              onSelect: () => {
                model.discard()
                void actions
                  .remove(form)
                  .then((isGone) => isGone && desk.address.go('/app/assistants'))
              },
            },
          ]}
          trigger={(props) => (
            <Button icon={MoreIcon} {...props}>
              {t('assistantForm.more')}
            </Button>
          )}
        />
      </div>
    </header>
  )
}
