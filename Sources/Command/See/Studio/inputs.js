// The inputs of the run. They are no part of the patch, since the app gives them.
function inputFields(inputs) {
  return [make('p', 'wide say-faint', 'In this run the app gives these inputs:'), ...inputs.flatMap(inputField)];
}

function inputField(input) {
  const label = make('label', '', input.name);
  const field = make(input.values.length ? 'select' : 'input', input.type === 'string' ? 'text' : '');
  label.htmlFor = field.id = `field-input-${input.name}`;
  label.title = input.summary ?? '';
  if (input.values.length) {
    fill(field, input.values.map((text) => [text, text || 'empty']), input.value);
  } else {
    field.autocomplete = 'off';
    field.value = input.value;
  }
  field.addEventListener('change', () => {
    // Spaces may belong to a text.
    const text = input.type === 'string' ? field.value : field.value.trim();
    const isFine = input.type === 'number' ? /^[-+]?[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)?$/i.test(text)
      : input.type !== 'duration' || duration.test(text);
    const advice = input.type === 'number' ? 'Write a number such as 3 or 0.5.' : durationAdvice;
    if (accept(field, isFine, advice)) become(given(input, text));
  });
  const original = input.value === input.original ? null : input.original || 'empty';
  return [label, beside(field, original, () => become(given(input, input.original)))];
}

function given(input, text) {
  const inputs = { ...own.inputs };
  if (text === input.original) delete inputs[input.name]; else inputs[input.name] = text;
  return { ...own, inputs };
}
