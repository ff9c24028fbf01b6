/*
 * What callers say that is no problem of theirs: a price that they ask for, a person whom they want, a wrong number, and what
 * people say out of politeness.
 */

const PRICE = /how much|\bcosts?\b|\bprices?\b|\bcharges?\b|\bfees?\b|cu[aá]nto|\bcuesta|\bprecio|\btarifa/i

/** Whether a text asks for a price. */
export const asksForPrice = (text: string): boolean => PRICE.test(text)

const POLITE =
  /^[\s.,!?…]*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|night|day)|hola|buenos d[ií]as|buenas(?: noches| tardes)?|thanks|thank you|so much|very much|please|ok|okay|alright|all right|oh|um|uh|sorry to bother(?: you)?|sorry|apologies|wh?oops|i am sorry|i['’]m sorry|excuse me|my mistake|my bad|no problem|no worries|never ?mind|bye|goodbye|have a (?:nice|good|great) (?:day|one|night|evening)|you too|i have a (?:quick )?question|gracias|por favor|perd[oó]ne?|disculpe|lo siento|adi[oó]s|bueno)(?![\p{L}'’])[\s.,!?…]*)+$/iu

/** Whether a text greets, thanks, excuses itself or takes leave, and says nothing else. */
export const isPolite = (text: string): boolean => POLITE.test(text)

const WRONG_NUMBER =
  /(?:(?:i (?:think|guess) )?(?:it |this |that )?(?:looks like |seems |is |must be )?(?:(?:i|we)(?:['’]ve)? (?:think |guess |must have |must['’]?ve |have |got |dialed |called |reached )*)?(?:i (?:have |got |dialed |called |reached )*)?)(?:(?:the |an? )?wrong number|misdialed|dialed wrong)|(?:(?:tengo|marqu[eé]|es) (?:el |un )?)?n[uú]mero equivocado|me equivoqu[eé](?: de n[uú]mero)?/giu

/**
 * Whether a text says, as a part of its own, that the caller has dialed a wrong number: "I gave you the wrong number" does not.
 */
export const saysWrongNumber = (text: string): boolean =>
  text.split(/[.,;:!?–—]/).some((part) => {
    const rest = part.replaceAll(WRONG_NUMBER, ' ')
    return rest !== part && (!/\p{L}/u.test(rest) || isPolite(rest))
  })

const SOMEBODY =
  '(?:an?\\s+|some\\s+)?(?:(?:real|live|actual|human|other)\\s+)*(?:person|human(?:\\s+being)?|people|somebody|someone|anybody|anyone|representative|rep|agent|operator|receptionist|dispatcher|manager|supervisor)|(?:the|your)\\s+(?:office|owner|manager|boss|receptionist|dispatcher)|your\\s+(?:technician|tech|team|staff)'

const ALGUIEN =
  '(?:un[ao]?\\s+)?(?:persona|human[oa]|alguien|representante|agente|operadora?)|(?:la|el)\\s+(?:oficina|due[ñn][oa]|gerente|encargad[oa])'

const PERSON = [
  `(?:speak|talk|chat)\\s+(?:to|with)\\s+(?:${SOMEBODY})`,
  '(?:put|patch)\\s+(?:me|us)\\s+through',
  `(?:connect|transfer)\\s+(?:me|us)(?:\\s+(?:to|with)\\s+(?:${SOMEBODY})|(?=\\s*(?:$|[.,;!?]|please)))`,
  // "I need a person to look at the furnace" wants a visit.
  `(?:transfer|connect)\\s+(?:me|us)\\s+(?:to|with)\\s+(?:the\\s+|your\\s+)?(?:dispatch|billing|service|sales|customer\\s+service)`,
  `(?:get|give)\\s+me\\s+(?:the|your)\\s+(?:owner|manager|boss|office|dispatcher)`,
  '(?:someone|somebody)\\s+real',
  'is\\s+there\\s+an?y?\\s+(?:real|live|actual)\\s+(?:person|human)',
  '(?:want|need|get(?:\\s+me)?|give\\s+me|prefer|like)\\s+an?\\s+(?:(?:real|live|actual)\\s+)*(?:person|human(?:\\s+being)?|representative|operator)(?!\\s+(?:to|who|that|for)(?!\\s+(?:talk|speak)))',
  '(?:somebody|someone|anybody|anyone|person|human)\\s+(?:that\\s+|who\\s+)?(?:i|we)\\s+(?:can|could)\\s+(?:talk|speak)',
  `habl(?:ar|o|e)\\s+con\\s+(?:${ALGUIEN})`,
  `(?:p[aá]s[ae]me|comun[ií](?:ca|que)me|con[eé]cteme|transfi[eé]rame|p[oó]ngame|comunicar(?:me)?|pasar(?:me)?|transferir(?:me)?|conectar(?:me)?)\\s+(?:con|a)\\s+(?:${ALGUIEN})`,
  '(?:quiero|necesito|prefiero)\\s+(?:a\\s+)?una\\s+persona(?:\\s+(?:real|de\\s+verdad))?(?!\\s+(?:que|para))',
].map((source) => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'giu'))

/** "Representative!" */
const PERSON_ALONE =
  /^[^\p{L}]*(?:an?\s+|una?\s+)?(?:(?:real|live)\s+)?(?:person|human|representative|agent|operator|customer service|representante|operadora?|persona)(?:[^\p{L}]+(?:please|por favor))?[^\p{L}]*$/iu

/** "I do not need to talk to anybody." */
const NOT_WANTED =
  /(?<!\p{L})(?:not|don['’]?t|never|no)\s+(?:(?:want|need|have|wish|like|quiero|necesito|tengo)\s+)?(?:(?:to|que)\s+)?$/iu

/** Whether a text asks for a person of the company; nobody does who is to talk to somebody of their own. */
export const asksForPerson = (text: string): boolean =>
  PERSON_ALONE.test(text) ||
  PERSON.some((words) => [...text.matchAll(words)].some(({ index }) => !NOT_WANTED.test(text.slice(0, index))))

const MACHINE =
  /(?<!\p{L})(?:talk|talking|speak|speaking|deal|hablar|hablo)\s+(?:to|with|con)\s+(?:an?\s+|the\s+|una?\s+)?(?:machines?|robots?|bots?|computers?|recordings?|m[aá]quinas?|computadoras?)(?!\p{L})/iu

const ABOUT = /(?<!\p{L})(?:about|regarding|because|sobre|porque)\s+\p{L}/iu

/** Whether a sentence wants a person and does not say what about, as "I would rather talk to a person about my bill" does. */
export const isOnlyForPerson = (sentence: string): boolean =>
  (asksForPerson(sentence) || MACHINE.test(sentence)) && !ABOUT.test(sentence)
