/** How the API answers instead: with a status, or not at all. */
export type Fault = number | 'silence'

export type Faults = {
  /** Has the next `times` requests answered so. */
  set: (fault: Fault, times: number) => void
  /** The fault of this request, if there is one left. */
  take: () => Fault | undefined
}

export function createFaults(): Faults {
  let left = 0
  let fault: Fault = 500
  return {
    set: (next, times) => {
      fault = next
      left = times
    },
    take: () => {
      if (left === 0) return undefined
      left -= 1
      return fault
    },
  }
}
