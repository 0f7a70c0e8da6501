// Shows the calls that hold every word of the filter. Without it the page is whole.
const label = document.querySelector('.filter')
const input = label.querySelector('input')
const found = document.querySelector('.found')
const calls = [...document.querySelectorAll('[data-call]')]
const groups = [...document.querySelectorAll('#calls > section, nav > ul')]
const rest = [...document.querySelectorAll('[data-rest], #about')]
const contents = document.querySelector('.contents')

function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const call of calls) call.hidden = !words.every((word) => call.dataset.call.includes(word))
  for (const group of groups) {
    const own = [...group.querySelectorAll('[data-call]')]
    group.hidden = words.length > 0 && own.every((call) => call.hidden)
  }
  for (const section of rest) section.hidden = words.length > 0
  const count = calls.filter((call) => call.matches('article') && !call.hidden).length
  found.textContent = words.length === 0 ? '' : `${count} ${count === 1 ? 'call' : 'calls'}`
}

// A link leads to what the filter may have hidden.
function clear() {
  if (input.value === '') return
  input.value = ''
  filter()
}

label.hidden = false
contents.open = window.matchMedia('(min-width: 900px)').matches
input.addEventListener('input', filter)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    input.select()
  }
  if (event.key === 'Escape' && event.target === input) clear()
})
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]')
  const target = link && document.getElementById(link.hash.slice(1))
  if (target?.closest('[hidden]')) clear()
})
