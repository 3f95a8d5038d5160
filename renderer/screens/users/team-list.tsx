import type { Operator } from '#contracts/operators.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Avatar, Badge, Card } from '../../ui/display.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import type { TeamModel } from './team-model.ts'

interface TeamListProps {
  readonly desk: Desk
  readonly model: TeamModel
}

/** Name of an operator's role. */
const roleName = ({ role, custom_role }: Operator): string =>
  custom_role?.name ?? t(`team.roles.${role}`)

/** All operators with their presence and actions. */
export function TeamList({ desk, model }: TeamListProps) {
  const people = desk.team.people.value
  const statusOf = (person: Operator) =>
    person.is_me
      ? desk.preferences.status.value
      : (desk.attending.colleagues.value.find(({ operator }) => operator.id === person.id)
          ?.status ?? 'offline')

  const makeLink = (person: Operator) =>
    void model
      .makeLink(person)
      .catch((failure) => desk.toasts.show(explain(failure), { tone: 'danger' }))

  const setRole = (person: Operator, role: 'admin' | 'agent') =>
    void model
      .setRole(person, role)
      .then(() =>
        desk.toasts.show(t('team.roleSet', { name: person.name, role: t(`team.roles.${role}`) })),
      )
      .catch((failure) => desk.toasts.show(explain(failure), { tone: 'danger' }))

  return (
    <Card title={t('team.team')} note={people.length === 1 ? t('team.alone') : undefined}>
      <DataTable
        label={t('team.team')}
        rows={people}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          {
            key: 'name',
            title: t('team.name'),
            isPrimary: true,
            cell: (person) => (
              <span class="person-cell">
                <Avatar
                  name={person.name}
                  id={String(person.id)}
                  picture={person.picture}
                  isOnline={statusOf(person) === 'available'}
                />
                <bdi>{person.name}</bdi>
                {person.is_me && <Badge tone="person">{t('team.you')}</Badge>}
              </span>
            ),
          },
          { key: 'role', title: t('team.role'), cell: roleName },
          {
            key: 'email',
            title: t('team.email'),
            cell: ({ email }) => email && <bdi>{email}</bdi>,
          },
          {
            key: 'status',
            title: t('team.status'),
            cell: (person) => t(`team.${statusOf(person)}`),
          },
          {
            key: 'added',
            title: t('team.added'),
            cell: (person) => <Time at={person.created_at} />,
          },
        ]}
        actions={(person) => (
          <Menu
            label={t('team.actionsOf', { name: person.name })}
            align="end"
            items={[
              (person.role !== 'owner' || person.is_me) && {
                label: t('team.link'),
                onSelect: () => makeLink(person),
              },
              person.role !== 'owner' && {
                label: t(person.role === 'agent' ? 'team.makeAdmin' : 'team.makeAgent'),
                onSelect: () => setRole(person, person.role === 'agent' ? 'admin' : 'agent'),
              },
              !person.is_first && {
                label: t('team.remove'),
                isDanger: true,
                onSelect: () => {
                  model.removing.value = person
                },
              },
            ]}
            trigger={(props) => (
              <IconButton
                icon={MoreIcon}
                label={t('team.actionsOf', { name: person.name })}
                {...props}
              />
            )}
          />
        )}
      />
    </Card>
  )
}
