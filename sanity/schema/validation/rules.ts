/** Turns an error sentence into what a custom rule answers: Sanity wants true when all is well. */
export function verdict<Problem>(problem: Problem | undefined): true | Problem {
  return problem ?? true
}
