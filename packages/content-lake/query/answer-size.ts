import { countStep, type Execution } from './evaluate/scope.ts'

/** Characters of JSON of the largest answer. */
export const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024

const CHARACTERS_OF_A_NUMBER = 8

/**
 * The length of an answer as JSON, before there is any: a query of a few characters can ask for every document in every document,
 * which costs nothing until it is written.
 * @throws Error when it is larger than {@link MAX_ANSWER_CHARACTERS}
 */
export class AnswerSize {
  readonly #run: Execution
  #characters = 0

  constructor(run: Execution) {
    this.#run = run
  }

  /** Each part takes a step. */
  add(characters: number): void {
    countStep(this.#run)
    this.#characters += characters
    if (this.#characters <= MAX_ANSWER_CHARACTERS) return
    throw new Error(`the answer is larger than ${MAX_ANSWER_CHARACTERS / 1024 / 1024} MB`)
  }

  addValue(value: unknown): void {
    if (typeof value === 'string') this.add(value.length)
    else if (Array.isArray(value)) {
      this.add(value.length)
      for (const item of value) this.addValue(item)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        this.add(key.length)
        this.addValue(item)
      }
    } else this.add(CHARACTERS_OF_A_NUMBER)
  }
}
