const e=()=>{};export{e as hear};
