// The core in WebAssembly. It is part of the page, as raw deflate in Base64.
const inflated = async (text) => {
  const packed = atob(text.trim());
  const bytes = new Uint8Array(packed.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = packed.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
};
// The compiled module, which workers can use too.
const loadCore = async (text) => {
  const module = await WebAssembly.compile(await inflated(text));
  wasm_bindgen.initSync({ module });
  return module;
};
