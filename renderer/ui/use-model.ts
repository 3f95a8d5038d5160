import { useEffect, useMemo } from 'preact/hooks'

/** A model that lives as long as the component, or until its subject changes. */
export function useModel<model extends object>(
  create: () => model & { stop?: () => void },
  about: readonly unknown[] = [],
): model {
  const model = useMemo(create, about)
  useEffect(() => () => model.stop?.(), [model])
  return model
}
