import { useSignal } from '@preact/signals'
import type { FiledAssistant } from '#contracts/assistants.ts'
import type { Desk } from '../../../app/desk.ts'
import { languageName } from '../../../format/language-name.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Avatar, Badge } from '../../../ui/display.tsx'
import { ChatIcon, CodeIcon, CopyIcon, MoreIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon, ExportIcon, FolderIcon, SafeIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { createActions } from '../actions.ts'
import { tagColorOf } from '../filing/colors.ts'
import { dragged } from '../filing/drag.ts'
import { FileDialog } from '../filing/file-dialog.tsx'
import type { AssistantsModel } from './list-model.ts'

interface AssistantRowProps {
  readonly desk: Desk
  readonly model: AssistantsModel
  readonly assistant: FiledAssistant
}

/** An assistant in the list: summary, status and actions. */
export function AssistantRow({ desk, model, assistant }: AssistantRowProps) {
  const { id, uuid, name, status, type, mode, language, initial_message, phone_number_id } =
    assistant
  const isActive = status === 'active'
  const number = phone_number_id === null ? undefined : model.numbers.value.get(phone_number_id)
  const today = model.today.value.get(id)
  const facts = [
    type === 'inbound' ? t('assistants.inbound') : t('assistants.outbound'),
    languageName(language),
    t(`assistants.modes.${mode}`),
    model.modelOf(assistant),
    number ?? (type === 'inbound' ? t('assistants.website') : undefined),
    today === undefined ? undefined : t('assistants.today', { count: today }),
  ]

  async function setActive(isOn: boolean): Promise<void> {
    try {
      await model.setActive(assistant, isOn)
    } catch (failure) {
      desk.toasts.show(`${name}: ${(failure as Error).message}`, 'danger')
    }
  }

  return (
    <li
      class="assistant-row"
      draggable
      onDragStart={(event) => {
        const { selected } = model
        dragged.start(event, selected.value.has(id) ? [...selected.value] : [id])
      }}
    >
      <span class="assistant-mark">
        <Checkbox
          label={t('filing.select', { name })}
          isLabelHidden
          checked={model.selected.value.has(id)}
          onSwitch={(isOn) => model.select(id, isOn)}
        />
        <Avatar name={name} id={uuid} picture={assistant.picture} />
      </span>
      <div class="assistant-words">
        <h2>
          <a href={`/app/assistants/${id}`}>
            <bdi>{name}</bdi>
          </a>
          <Badge tone={isActive ? 'ok' : 'neutral'} isDot>
            {isActive ? t('assistantForm.active') : t('assistantForm.inactive')}
          </Badge>
        </h2>
        <p class="quiet">{facts.filter(Boolean).join(' · ')}</p>
        <p class="assistant-greeting" dir="auto">
          {initial_message}
        </p>
        <Labels model={model} assistant={assistant} />
      </div>
      <div class="assistant-actions">
        <input
          type="checkbox"
          role="switch"
          class="switch"
          aria-label={t('assistants.answers', { name })}
          title={t('assistants.answers', { name })}
          checked={isActive}
          aria-checked={isActive}
          aria-busy={model.changing.value.has(id) || undefined}
          onChange={(event) => {
            const isOn = event.currentTarget.checked
            event.currentTarget.checked = isActive
            void setActive(isOn)
          }}
        />
        <LinkButton
          href={`/app/assistants/${id}/try`}
          size="small"
          icon={ChatIcon}
          aria-label={t('assistants.tryOf', { name })}
        >
          {t('assistants.tryIt')}
        </LinkButton>
        <LinkButton
          href={`/app/assistants/${id}/embed`}
          size="small"
          icon={CodeIcon}
          aria-label={t('assistants.embedOf', { name })}
        >
          {t('assistants.embed')}
        </LinkButton>
        <RowMenu desk={desk} model={model} assistant={assistant} />
      </div>
    </li>
  )
}

/** Labels of an assistant; each narrows the list to its assistants. */
function Labels({ model: { filing }, assistant }: Omit<AssistantRowProps, 'desk'>) {
  const { label_ids = [] } = assistant
  const labels = filing.labels.value.filter(({ id }) => label_ids.includes(id))
  if (labels.length === 0) return null
  return (
    <p class="assistant-labels">
      {labels.map(({ id, name, color }) => (
        <Tag
          key={id}
          isSmall
          color={tagColorOf(color)}
          onClick={() => {
            filing.label.value = String(id)
          }}
        >
          {name}
        </Tag>
      ))}
    </p>
  )
}

function RowMenu({ desk, model, assistant }: AssistantRowProps) {
  const actions = createActions(desk)
  const isFiling = useSignal(false)
  const hasSecrets = assistant.tools.some((tool) => 'calendar_api_key' in tool)
  return (
    <>
      <Menu
        label={t('assistants.moreOf', { name: assistant.name })}
        align="end"
        items={[
          { label: t('assistants.edit'), icon: EditIcon, href: `/app/assistants/${assistant.id}` },
          {
            label: t('filing.file'),
            icon: FolderIcon,
            onSelect: () => {
              isFiling.value = true
            },
          },
          {
            label: t('assistants.duplicate'),
            icon: CopyIcon,
            onSelect: () => void actions.duplicate(assistant),
          },
          {
            label: t('assistants.export'),
            icon: ExportIcon,
            onSelect: () => void actions.exportJson(assistant, false),
          },
          hasSecrets && {
            label: t('assistants.exportSecrets'),
            icon: SafeIcon,
            onSelect: () => void actions.exportJson(assistant, true),
          },
          'separator',
          {
            label: t('assistants.delete'),
            icon: TrashIcon,
            isDanger: true,
            onSelect: () => void actions.remove(assistant),
          },
        ]}
        trigger={(props) => (
          <IconButton
            icon={MoreIcon}
            label={t('assistants.moreOf', { name: assistant.name })}
            {...props}
          />
        )}
      />
      {isFiling.value && (
        <FileDialog
          desk={desk}
          filing={model.filing}
          assistants={[assistant]}
          onClose={() => {
            isFiling.value = false
          }}
        />
      )}
    </>
  )
}
