/** Type scale, tabular numbers, and text in other scripts. */
export function Typography() {
  return (
    <div class="stack is-4">
      <p class="type-title">Title: who needs a person now</p>
      <p class="type-heading">Heading: waiting for an answer</p>
      <p class="type-large">
        <strong>Large</strong>: the name of a card
      </p>
      <p>
        Base: what most words are set in. <a href="#typography">Read the prices</a>,{' '}
        <strong>strong</strong>, <em>stressed</em>, and <code>code</code>.
      </p>
      <p class="type-small quiet">Small: hints, second lines and what stands in tables’ heads.</p>
      <p class="type-tiny quiet">Tiny: badges, counts and times.</p>
      <div class="type-columns number">
        {['1,204.50', '98.00', '11,111.11', '0.004'].map((number) => (
          <span key={number}>{number}</span>
        ))}
      </div>
      <p>
        Ärgerlich groß: façade, naïve, Œuvre, Łódź, İstanbul, Škoda – “quoted”, ‘single’, „unten“.
      </p>
    </div>
  )
}
