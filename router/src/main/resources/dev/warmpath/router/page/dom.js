// How the page is made and kept up to date. Whatever comes from the router is set as text, never as markup.

const kept = new WeakMap();

/** Makes an element; children are elements or strings, and strings become text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export const byId = id => document.getElementById(id);

/** Sets text if it differs, so that screen readers are told of changes only. */
export function say(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** Sets text in which backquotes are around what is code. */
export function sayProse(node, text) {
  if (node.dataset.text !== text) {
    node.dataset.text = text;
    node.replaceChildren(...text.split('`').map((part, i) => (i % 2 === 1 ? element('code', {}, part) : part)));
  }
}

/** Sets an attribute if it differs. */
export function mark(node, name, value) {
  if (node.getAttribute(name) !== value) {
    node.setAttribute(name, value);
  }
}

/**
 * Brings a parent's children in line with a list. A row whose key stays is updated and not replaced, so that focus,
 * selection and what somebody has typed outlive the next look.
 *
 * @param make gives {node, update(item)} for a new item
 */
export function keepRows(parent, items, keyOf, make) {
  const before = kept.get(parent) ?? new Map();
  const now = new Map(items.map(item => [keyOf(item), item]));
  for (const [key, row] of before) {
    if (!now.has(key)) {
      row.node.remove();
      before.delete(key);
    }
  }
  let place = parent.firstElementChild;
  for (const [key, item] of now) {
    const row = before.get(key) ?? make(item);
    before.set(key, row);
    if (row.node === place) {
      place = place.nextElementSibling;
    } else {
      parent.insertBefore(row.node, place);
    }
    row.update(item);
  }
  kept.set(parent, before);
}
