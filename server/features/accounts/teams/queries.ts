import type { LabelColour } from '#contracts/labels.ts'
import type { Team } from '#contracts/teams.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface TeamRow {
  readonly id: number
  readonly name: string
  readonly colour: LabelColour
  /** JSON list of the ids of its members. */
  readonly members: string
}

interface NewTeam {
  readonly userId: number
  readonly name: string
  readonly colour: LabelColour
  readonly now: number
}

const TEAM = `
  SELECT id, name, colour, (
    SELECT json_group_array(operator_id ORDER BY operator_id) FROM team_members WHERE team_id = teams.id
  ) AS members
  FROM teams
`

const present = ({ members, ...row }: TeamRow): Team => ({
  ...row,
  operator_ids: JSON.parse(members),
})

/** All SQL for the teams of an account. */
export const teamQueries = oncePerDb((sql) => {
  const all = sql.read<[number], TeamRow>(
    `${TEAM} WHERE user_id = ? ORDER BY name COLLATE NOCASE, id`,
  )
  const ofUser = sql.read<[number, number], TeamRow>(`${TEAM} WHERE user_id = ? AND id = ?`)
  const named = sql
    .read<[number, string], number>(
      'SELECT id FROM teams WHERE user_id = ? AND name = ? COLLATE NOCASE',
    )
    .pluck()
  const insert = sql.write<[NewTeam]>(
    'INSERT INTO teams (user_id, name, colour, created_at) VALUES (:userId, :name, :colour, :now)',
  )
  const update = sql.write<[string, LabelColour, number]>(
    'UPDATE teams SET name = ?, colour = ? WHERE id = ?',
  )
  const empty = sql.write<[number]>('DELETE FROM team_members WHERE team_id = ?')
  const add = sql.write<[number, string]>(
    'INSERT INTO team_members (team_id, operator_id) SELECT DISTINCT ?, value FROM json_each(?)',
  )
  const remove = sql.write<[number]>('DELETE FROM teams WHERE id = ?')
  return {
    all: (userId: number) => all.all(userId).map(present),
    find(userId: number, id: number): Team | undefined {
      const row = ofUser.get(userId, id)
      return row && present(row)
    },
    /** Id of the team with this name, ignoring ASCII case. */
    named: (userId: number, name: string) => named.get(userId, name),
    insert: (tx: Tx, team: NewTeam) => Number(insert.run(tx, team).lastInsertRowid),
    update: (tx: Tx, id: number, name: string, colour: LabelColour) =>
      update.run(tx, name, colour, id),
    /** Replaces the members of a team. */
    setMembers(tx: Tx, id: number, operatorIds: readonly number[]): void {
      empty.run(tx, id)
      add.run(tx, id, JSON.stringify(operatorIds))
    },
    remove: (tx: Tx, id: number) => remove.run(tx, id),
  }
})
